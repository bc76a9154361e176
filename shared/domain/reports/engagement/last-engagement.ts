import { keys } from '../../../db/keys';
import { getItem, putItem, type Condition } from '../../../db/table';

/** When an address last opened and last clicked: by email, the latest few, so that one of them can be taken back. */
interface LastEngagement {
  opened: Record<string, string>;
  clicked: Record<string, string>;
  revision: number;
}

interface Lasts {
  opened: string | undefined;
  clicked: string | undefined;
}

const emailsMax = 10;
const triesMax = 10;

/** Keeps an email's last open and click by its readers; undefined takes back what was kept of it. True: it changed. */
export async function followEngagement(
  workspaceId: string,
  address: string,
  messageId: string,
  lasts: Lasts,
): Promise<boolean> {
  const key = keys.lastEngagement(workspaceId, address);
  for (let tries = 0; tries < triesMax; tries++) {
    const standing = await getItem<LastEngagement>(key);
    const { opened = {}, clicked = {}, revision = 0 } = standing ?? {};
    const next = {
      opened: withEmail(opened, messageId, lasts.opened),
      clicked: withEmail(clicked, messageId, lasts.clicked),
    };
    if (isSame(next.opened, opened) && isSame(next.clicked, clicked)) return false;
    const inTheWay = await putItem<LastEngagement>(
      { ...key, ...next, revision: revision + 1 },
      unchangedSince(standing),
    );
    if (!inTheWay) return true;
  }
  throw new Error('The last engagement of an address changed at each look');
}

/** The latest times, this email's among them or no longer. */
function withEmail(times: Record<string, string>, messageId: string, at: string | undefined) {
  const others = Object.entries(times).filter(([id]) => id !== messageId);
  const all = at === undefined ? others : [...others, [messageId, at] as const];
  return Object.fromEntries(all.sort(([, a], [, b]) => (a < b ? 1 : -1)).slice(0, emailsMax));
}

const isSame = (a: Record<string, string>, b: Record<string, string>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, at]) => b[id] === at);

const unchangedSince = (standing: LastEngagement | undefined): Condition =>
  standing
    ? { expression: 'revision = :revision', values: { ':revision': standing.revision } }
    : { expression: 'attribute_not_exists(pk)' };
