import { refuseIfUsed } from '../../../core/errors';
import { listAllAutomations } from './find';

/** 409 while an automation has a step that names the template. */
export async function refuseTemplateUsedByAutomations(workspaceId: string, slug: string): Promise<void> {
  const usedBy = (await listAllAutomations(workspaceId)).filter(({ templateSlugs }) =>
    templateSlugs.includes(slug),
  );
  refuseIfUsed('template', 'automation', usedBy.map(slugOf));
}

/** 409 while an active or paused automation sends under the topic. */
export async function refuseTopicUsedByAutomations(workspaceId: string, key: string): Promise<void> {
  const usedBy = (await listAllAutomations(workspaceId)).filter(
    ({ topicKey, status }) => topicKey === key && status !== 'draft',
  );
  refuseIfUsed('topic', 'automation', usedBy.map(slugOf));
}

const slugOf = ({ slug }: { slug: string }): string => slug;
