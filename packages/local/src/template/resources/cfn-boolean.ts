import { z } from 'zod';

/** CloudFormation takes booleans as such and as strings. */
export const cfnBoolean = z.union([z.boolean(), z.stringbool()]);
