import type { Template } from '../records/templates';
import type { Topic } from '../records/topics';
import { workspace, type Key } from './key';

/** What mails are made of. */
export const templateAndTopicKeys = {
  /** Which templates are there? A send asks for one by its slug. */
  template: (ws: string, slug: string): Key<Template> => ({ pk: `${workspace(ws)}#TEMPLATES`, sk: slug }),
  /** Which topics are there? A send asks for one by its key. */
  topic: (ws: string, key: string): Key<Topic> => ({ pk: `${workspace(ws)}#TOPICS`, sk: key }),
};
