import type * as z from 'zod/mini';
import type { LoadedDraft } from '../../../shared/domain/send/drafts/find';
import type { DraftSchema } from './shapes';

export const presentDraft = ({ draft, request }: LoadedDraft): z.infer<typeof DraftSchema> => ({
  id: draft.id,
  status: 'draft',
  request,
  created_at: draft.createdAt,
  updated_at: draft.updatedAt,
});
