import type { PropertyOperator, PropertyType } from '@carrier-nest/sdk';

type OperatorOption = readonly [operator: PropertyOperator, label: string];

const presenceOperators: readonly OperatorOption[] = [
  ['exists', 'is set'],
  ['not_exists', 'is not set'],
];

/** The operators for each type, with their labels. */
export const operatorsOf: Record<PropertyType, readonly OperatorOption[]> = {
  string: [
    ['equals', 'is'],
    ['not_equals', 'is not'],
    ['contains', 'contains'],
    ['gt', 'comes after'],
    ['lt', 'comes before'],
    ...presenceOperators,
  ],
  number: [
    ['equals', 'is'],
    ['not_equals', 'is not'],
    ['gt', 'is more than'],
    ['lt', 'is less than'],
    ...presenceOperators,
  ],
  boolean: [['equals', 'is'], ['not_equals', 'is not'], ...presenceOperators],
};

export const describeOperator = (operator: PropertyOperator, type: PropertyType): string =>
  [...operatorsOf[type], ...operatorsOf.string].find(([name]) => name === operator)?.[1] ?? operator;
