import type { PropertyOperator, PropertyType } from '@carrier-nest/sdk';

type Says = readonly [operator: PropertyOperator, says: string];

const present: readonly Says[] = [
  ['exists', 'is known'],
  ['not_exists', 'is not known'],
];

/** The operators that mean something for a type, in words. */
export const operatorsOf: Record<PropertyType, readonly Says[]> = {
  string: [
    ['equals', 'is'],
    ['not_equals', 'is not'],
    ['contains', 'contains'],
    ['gt', 'comes after'],
    ['lt', 'comes before'],
    ...present,
  ],
  number: [
    ['equals', 'is'],
    ['not_equals', 'is not'],
    ['gt', 'is more than'],
    ['lt', 'is less than'],
    ...present,
  ],
  boolean: [['equals', 'is'], ['not_equals', 'is not'], ...present],
};

export const operatorInWords = (operator: PropertyOperator, type: PropertyType): string =>
  [...operatorsOf[type], ...operatorsOf.string].find(([name]) => name === operator)?.[1] ?? operator;
