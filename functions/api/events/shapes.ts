import * as z from '../../../shared/schema/schema';
import { EnrollRequestSchema } from '../automations/shapes';

export const RecordEventRequestSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  ...EnrollRequestSchema.shape,
});

export const RecordedEventSchema = z.object({ automations_started: z.int() });
