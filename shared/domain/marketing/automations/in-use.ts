import { refuseUsed } from '../../../core/errors';
import { everyAutomation } from './find';

/** 409 while an automation has a step that names the template. */
export async function refuseUsedTemplate(workspaceId: string, slug: string): Promise<void> {
  const users = (await everyAutomation(workspaceId)).filter(({ templateSlugs }) =>
    templateSlugs.includes(slug),
  );
  refuseUsed('template', 'automation', users.map(slugOf));
}

/** 409 while an active or paused automation sends under the topic. */
export async function refuseTopicOfAutomations(workspaceId: string, key: string): Promise<void> {
  const users = (await everyAutomation(workspaceId)).filter(
    ({ topicKey, status }) => topicKey === key && status !== 'draft',
  );
  refuseUsed('topic', 'automation', users.map(slugOf));
}

const slugOf = ({ slug }: { slug: string }): string => slug;
