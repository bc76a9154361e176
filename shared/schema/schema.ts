import { config } from 'zod/mini';
import { messageOf } from './messages';

// zod/mini has no error messages. They are loaded in this file, so that a function without schemas bundles neither
// schemas nor messages.
config({ localeError: messageOf });

/** zod/mini with error messages, for the schemas of external input and of responses. */
export * from 'zod/mini';
