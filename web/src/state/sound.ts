/** A few short sounds, made here: wood on wood, and two bells. */
import { settings } from './settings';

type Sound = 'move' | 'take' | 'turn' | 'end';

interface Tone {
  readonly pitch: number;
  readonly at: number;
  readonly length: number;
  readonly gain: number;
  readonly shape: OscillatorType;
}

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [{ pitch: 190, at: 0, length: 0.07, gain: 0.5, shape: 'triangle' }],
  take: [
    { pitch: 190, at: 0, length: 0.07, gain: 0.5, shape: 'triangle' },
    { pitch: 120, at: 0.08, length: 0.12, gain: 0.5, shape: 'triangle' },
  ],
  turn: [{ pitch: 660, at: 0, length: 0.35, gain: 0.18, shape: 'sine' }],
  end: [
    { pitch: 440, at: 0, length: 0.5, gain: 0.18, shape: 'sine' },
    { pitch: 660, at: 0.18, length: 0.7, gain: 0.18, shape: 'sine' },
  ],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.peek().sounds || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const audio = context;
  for (const { pitch, at, length, gain, shape } of SOUNDS[sound]) {
    const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + at;
    oscillator.type = shape;
    oscillator.frequency.setValueAtTime(pitch, start);
    oscillator.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + length);
    volume.gain.setValueAtTime(gain, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
  }
}
