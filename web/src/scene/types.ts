/** Drawings as the server describes them; what has its usual value is left out. */
import type { Circle, Path, Scene, Shape, Text } from '../api/types';

export type { Aid, Gesture, Marks, Phrase, Scene, Shape, Step, Values } from '../api/types';
export type Point = Shape['place'];
export type Box = Scene['box'];
export type Part = Path | Circle | Text;
export type Role = Shape['role'];
