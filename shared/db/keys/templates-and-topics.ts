import type { Template } from '../records/templates';
import type { Topic } from '../records/topics';
import { workspace, type Key } from './key';

export const templateAndTopicKeys = {
  /** Which templates does the workspace have? A send reads a template by its slug. */
  template: (ws: string, slug: string): Key<Template> => ({ pk: `${workspace(ws)}#TEMPLATES`, sk: slug }),
  /** Which topics does the workspace have? A send reads a topic by its key. */
  topic: (ws: string, key: string): Key<Topic> => ({ pk: `${workspace(ws)}#TOPICS`, sk: key }),
};
