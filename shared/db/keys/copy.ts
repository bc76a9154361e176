import { workspace, type Key } from './key';

/** What mails are made of. */
export const copyKeys = {
  /** Which templates are there? A send asks for one by its slug. */
  template: (ws: string, slug: string): Key => ({ pk: `${workspace(ws)}#TEMPLATES`, sk: slug }),
  /** Which topics are there? A send asks for one by its key. */
  topic: (ws: string, key: string): Key => ({ pk: `${workspace(ws)}#TOPICS`, sk: key }),
};
