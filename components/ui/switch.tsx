type Props = {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
  describedBy?: string;
};

export function Switch({ label, isOn, onChange, disabled = false, describedBy }: Props) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      aria-describedby={describedBy}
      checked={isOn}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      className="switch"
    />
  );
}
