import { invalidState } from '../../errors';
import { everyAutomation } from './find';

/** 409 while an automation has a step that names the template. */
export async function refuseUsedTemplate(workspaceId: string, slug: string): Promise<void> {
  const users = (await everyAutomation(workspaceId)).filter(({ templateSlugs }) =>
    templateSlugs.includes(slug),
  );
  refuse('template', users);
}

/** 409 while an active or paused automation sends under the topic. */
export async function refuseUsedTopic(workspaceId: string, key: string): Promise<void> {
  const users = (await everyAutomation(workspaceId)).filter(
    ({ topicKey, status }) => topicKey === key && status !== 'draft',
  );
  refuse('topic', users);
}

const namedMax = 10;

function refuse(what: string, users: readonly { slug: string }[]): void {
  if (users.length === 0) return;
  const named = users.slice(0, namedMax).map(({ slug }) => slug);
  const more = users.length > namedMax ? ` and ${users.length - namedMax} more` : '';
  throw invalidState(
    `The ${what} is used by ${users.length === 1 ? 'the automation' : 'the automations'} ${named.join(', ')}${more}`,
  );
}
