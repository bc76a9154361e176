import type { Element } from 'domhandler';
import type { Declaration } from './declarations';

/** A declaration with its place in the cascade. Of two for one property, the one with the higher weight wins. */
export interface WeightedDeclaration extends Declaration {
  /** The condition under which the declaration applies. Undefined if the declaration always applies. */
  condition: string | undefined;
  weight: number;
}

export type DeclarationsByElement = ReadonlyMap<Element, readonly WeightedDeclaration[]>;

/** The weights of a layer, of a declaration in a `style` attribute, and of an important one. */
const layerWeight = 1e9;
const inlineWeight = 1e13;
const importantWeight = 1e14;

/** The weight of what an animation declares. */
export const animationWeight = 5e13;

/** Of important declarations, those of the first layer win. */
export const weigh = ({ isImportant }: Declaration, specificity: number, layer: number): number =>
  specificity + layerWeight * (isImportant ? -layer : layer) + (isImportant ? importantWeight : 0);

export const weighInline = (declaration: Declaration): WeightedDeclaration => ({
  ...declaration,
  condition: undefined,
  weight: weigh(declaration, inlineWeight, 0),
});
