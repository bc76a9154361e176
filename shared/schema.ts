import { config } from 'zod/mini';
import en from 'zod/v4/locales/en.js';

// zod/mini has no words of its own. They come with the schemas, so that a function without any has neither.
config(en());

/** Schemas of what comes from outside, and of answers: zod/mini, which can say what is wrong. */
export * from 'zod/mini';
