import { z } from 'zod';

/** A boolean, which CloudFormation also accepts as a string. */
export const cfnBoolean = z.union([z.boolean(), z.stringbool()]);
