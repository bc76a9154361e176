import { z } from 'zod';

/** CloudFormation accepts booleans also as strings. */
export const cfnBoolean = z.union([z.boolean(), z.stringbool()]);
