import type * as z from 'zod/mini';
import type { Audience } from '../../../shared/db/records/audiences';
import type { ImportResult } from '../../../shared/domain/consent/contact-changes/import-contacts';
import type { AudienceSchema, ImportedContactsSchema } from './shapes';

export const presentAudience = (audience: Audience): z.infer<typeof AudienceSchema> => ({
  id: audience.id,
  name: audience.name,
  contact_count: audience.contactCount,
  created_at: audience.createdAt,
});

export const presentImported = (imported: ImportResult): z.infer<typeof ImportedContactsSchema> => ({
  inserted: imported.inserted,
  updated: imported.updated,
  skipped: imported.skipped,
  unsubscribed: imported.statuses.unsubscribed,
  bounced: imported.statuses.bounced,
  complained: imported.statuses.complained,
  suppressed: imported.suppressed,
  properties_created: [...imported.propertiesCreated],
  automations_started: imported.automationsStarted,
  contact_count: imported.contactCount,
});
