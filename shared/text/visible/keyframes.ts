import type { ComponentValue } from '@csstools/css-parser-algorithms';
import { readDeclarations } from './declarations';
import type { Declared } from './properties';
import { animationWeight, type DeclarationsByElement, type WeightedDeclaration } from './weights';

/** What an animation declares at a time from 0 to 1. */
export interface Frame {
  offset: number;
  /** The source, by which equal frames are found. */
  css: string;
  declarations: readonly WeightedDeclaration[];
}

/** The frames of each animation. */
export type Keyframes = Map<string, Frame[]>;

function offsetOf(selector: string): number {
  const name = selector.trim().toLowerCase();
  return name === 'from' ? 0 : name === 'to' ? 1 : Number(/^([\d.]+)%$/.exec(name)?.[1] ?? NaN) / 100;
}

/** Reads a rule of `@keyframes`, such as `from, 50% { opacity: 0 }`. */
export function readFrames(selectors: string, css: string, block: readonly ComponentValue[]): Frame[] {
  const declarations = readDeclarations(block)
    .filter(({ isImportant }) => !isImportant)
    .map((declaration) => ({ ...declaration, condition: undefined, weight: animationWeight }));
  const offsets = selectors.split(',').map(offsetOf);
  return offsets
    .filter((offset) => offset >= 0 && offset <= 1 && declarations.length > 0)
    .map((offset) => ({ offset, css, declarations }));
}

/** The view of a client in which the animations have ended. */
const animationEnd = 'animation end';

/** The view of a client in which the animations that do not end show a frame. */
const frameView = (index: number): string => `animation frame ${index}`;

export const isAnimationView = (condition: string): boolean => condition.startsWith('animation ');

/** Returns the views that the animations of elements need. */
export function animationViews(declarations: DeclarationsByElement, keyframes: Keyframes): string[] {
  if (keyframes.size === 0) return [];
  const lists = [...declarations.values()];
  const isSome = (test: (declaration: WeightedDeclaration) => boolean): boolean =>
    lists.some((list) => list.some(test));
  if (!isSome(({ property }) => property === 'animation-name')) return [];
  const isOpen = ({ property, value }: WeightedDeclaration): boolean =>
    property.startsWith('animation-') && property !== 'animation-name' && value !== false;
  const framesMax = Math.max(...[...keyframes.values()].map((frames) => framesByCss(frames).length));
  const frames = isSome(isOpen) ? framesMax : 0;
  return [animationEnd, ...Array.from({ length: frames }, (_value, index) => frameView(index))];
}

const framesByCss = (frames: readonly Frame[]): Frame[] => [
  ...new Map(frames.map((frame) => [frame.css, frame])).values(),
];

const lasting = [
  'animation-duration',
  'animation-delay',
  'animation-iteration-count',
  'animation-direction',
  'animation-play-state',
  'animation-timeline',
] as const;

/** Returns what the animations of an element declare in a view. */
export function animatedDeclarations(
  declared: Declared,
  keyframes: Keyframes,
  view: string | undefined,
): readonly WeightedDeclaration[] {
  const names = declared['animation-name'] ?? [];
  if (view === undefined || names.length === 0 || keyframes.size === 0) return [];
  const isOpen = lasting.some((property) => declared[property] === true);
  if (!isOpen && declared['animation-fill-mode'] !== true) return [];
  return names.flatMap((name) => {
    const frames = keyframes.get(name) ?? [];
    const shown = isOpen ? framesByCss(frames).filter((_frame, index) => frameView(index) === view) : [];
    const end = isOpen && view !== animationEnd ? shown : frames.filter(({ offset }) => offset === 1);
    return end.flatMap(({ declarations }) => declarations);
  });
}
