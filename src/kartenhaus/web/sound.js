// Small generated sounds: paper, wood, and a marimba note for your turn. Off by default.
import { kept } from "./keep.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {number} pitch @param {number} length @param {number} loudness @param {number} [after] */
function note(pitch, length, loudness, after = 0) {
  if (!context) return;
  const start = context.currentTime + after;
  const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.linearRampToValueAtTime(loudness, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** A short rustle. @param {number} pitch @param {number} length */
function rustle(pitch, length) {
  if (!context) return;
  const noise = new AudioBuffer({ length: Math.ceil(context.sampleRate * length), sampleRate: context.sampleRate });
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2 * 0.25;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: pitch })).connect(context.destination);
  source.start();
}

const SOUNDS = {
  card: () => rustle(2600, 0.07),
  wood: () => rustle(700, 0.06),
  turn: () => [523, 784].forEach((pitch, place) => note(pitch, 0.5, 0.16, place * 0.12)),
  joy: () => [523, 659, 784, 1047].forEach((pitch, place) => note(pitch, 0.45, 0.13, place * 0.09)),
  doom: () => [220, 185, 147].forEach((pitch, place) => note(pitch, 0.5, 0.15, place * 0.14)),
  no: () => note(165, 0.18, 0.12),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!kept("sound", false) || !("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  if (context.state === "running") SOUNDS[name]();
  else void context.resume().then(SOUNDS[name]);
}
