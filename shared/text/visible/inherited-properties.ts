import type { Declared, Property } from './properties';

/** The initial values of the properties that an element inherits. */
export const initialValues: Declared = {
  visibility: 'visible',
  'font-size': { amount: 16, per: 'px' },
  'line-height': 'auto',
  'letter-spacing': 'auto',
  'word-spacing': 'auto',
  'text-indent': { amount: 0, per: 'px' },
  'text-align': 'start',
  direction: 'ltr',
  quotes: false,
  'white-space': 'normal',
  color: { channels: [0, 0, 0], alpha: 1 },
  '-webkit-text-fill-color': 'currentcolor',
  '-webkit-text-stroke': [],
  '-webkit-text-security': 'none',
  'text-shadow': [],
  'list-style-type': false,
};

/** Returns the declarations that affect an element without a box of its own. */
export const withoutBox = (declared: Declared): Declared =>
  declared.display === 'contents'
    ? Object.fromEntries(
        Object.entries(declared).filter(
          ([name]) => name === 'display' || name === 'content' || inheritedProperties.has(name as Property),
        ),
      )
    : declared;

export const inheritedProperties: ReadonlySet<Property> = new Set(Object.keys(initialValues) as Property[]);
