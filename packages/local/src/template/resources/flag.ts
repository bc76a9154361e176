import { z } from 'zod';

/** CloudFormation takes booleans as such and as strings. */
export const flag = z.union([z.boolean(), z.stringbool()]);
