/** Hertz: a fifth, upwards. */
const tones = [587.33, 880];
const toneSeconds = 0.16;
const loudness = 0.08;

/** Two short soft tones. A browser that does not let pages sound plays nothing. */
export async function playSound(): Promise<void> {
  const context = new AudioContext();
  await context.resume();
  const start = context.currentTime;
  for (const [index, frequency] of tones.entries()) {
    const from = start + index * toneSeconds * 0.75;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loudness, from + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + toneSeconds);
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + toneSeconds);
    if (index === tones.length - 1) tone.onended = () => void context.close();
  }
}
