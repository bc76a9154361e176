import type * as z from 'zod/mini';
import type { ContactProperty } from '../../../shared/db/records/contacts';
import type { ContactPropertySchema } from './shapes';

export const presentProperty = (property: ContactProperty): z.infer<typeof ContactPropertySchema> => ({
  key: property.key,
  name: property.name,
  type: property.type,
  created_at: property.createdAt,
  updated_at: property.updatedAt,
});
