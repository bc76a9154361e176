import { refuseIfUsed } from '../../../core/errors';
import { listAllAutomations } from './find';

/** Refuses with 409 while a step of an automation uses the template. */
export async function refuseTemplateUsedByAutomations(workspaceId: string, slug: string): Promise<void> {
  const usedBy = (await listAllAutomations(workspaceId)).filter(({ templateSlugs }) =>
    templateSlugs.includes(slug),
  );
  refuseIfUsed('template', 'automation', usedBy.map(slugOf));
}

/** Refuses with 409 while an active or paused automation uses the topic. */
export async function refuseTopicUsedByAutomations(workspaceId: string, key: string): Promise<void> {
  const usedBy = (await listAllAutomations(workspaceId)).filter(
    ({ topicKey, status }) => topicKey === key && status !== 'draft',
  );
  refuseIfUsed('topic', 'automation', usedBy.map(slugOf));
}

const slugOf = ({ slug }: { slug: string }): string => slug;
