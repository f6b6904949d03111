import {
  BookOpen,
  Calculator,
  ChartColumn,
  Code,
  Compass,
  Globe,
  GraduationCap,
  Heart,
  Lightbulb,
  PenLine,
  Scale,
  Search,
  type LucideIcon,
} from "lucide-react";
import { joinClasses } from "@/components/ui/class-names";
import type { AgentColor, AgentIcon, AgentPicture as Picture } from "@/lib/features/agents/shape/agents";

const icons: Record<AgentIcon, LucideIcon> = {
  compass: Compass,
  book: BookOpen,
  search: Search,
  pen: PenLine,
  code: Code,
  calculator: Calculator,
  chart: ChartColumn,
  scale: Scale,
  globe: Globe,
  heart: Heart,
  graduation: GraduationCap,
  lightbulb: Lightbulb,
};

/** Of a tint and its own ink in both themes; the icon is never the only thing that tells agents apart. */
const colors: Record<AgentColor, string> = {
  brass: "bg-tint text-accent",
  teal: "bg-good-tint text-good",
  blue: "bg-[light-dark(#e2ecf8,#14283f)] text-[light-dark(#1f5a9c,#8cbcf0)]",
  violet: "bg-[light-dark(#ece6f7,#271f3d)] text-[light-dark(#6142a6,#b9a2ee)]",
  rose: "bg-[light-dark(#f9e4ea,#3a1826)] text-[light-dark(#a02c55,#f29ab6)]",
  slate: "bg-sunken text-quiet",
};

/** The picture of an agent, beside its name. */
export function AgentPicture({ picture, size = "small" }: { picture: Picture; size?: "small" | "large" }) {
  const Icon = icons[picture.icon];
  const isLarge = size === "large";
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        "inline-flex shrink-0 items-center justify-center",
        isLarge ? "size-11 rounded-xl" : "size-6 rounded-lg",
        colors[picture.color],
      )}
    >
      <Icon size={isLarge ? 22 : 14} />
    </span>
  );
}
