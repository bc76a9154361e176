import type { Automation, AutomationStatus } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Confirmed } from '../../parts/confirmed';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { beginsWhen, people, staying, whenOf } from './words';

interface Move {
  to: AutomationStatus;
  says: string;
  title: string;
  /** What happens then. */
  explain: (automation: Automation) => readonly string[];
  done: string;
}

const activate: Move = {
  to: 'active',
  says: 'Activate',
  title: 'Activate',
  explain: ({ trigger, steps: [first] }) => [
    `From now on it begins when ${beginsWhen(trigger)}. What happened before begins nothing.`,
    ...(first ? [`Its first mail leaves ${uncapital(whenOf(first, 0))}.`] : []),
    'It can be paused at any time.',
  ],
  done: 'It is active.',
};

const resume: Move = {
  to: 'active',
  says: 'Resume',
  title: 'Resume',
  explain: ({ enrollments: { active } }) => [
    'It takes people in again.',
    ...(active > 0 ? [`${people(active)} in it ${active === 1 ? 'goes' : 'go'} on.`] : []),
    'What fell due meanwhile leaves now, the longest due first. The steps after it are counted from then.',
  ],
  done: 'It goes on.',
};

const pause: Move = {
  to: 'paused',
  says: 'Pause',
  title: 'Pause',
  explain: ({ enrollments: { active } }) => [
    `It sends nothing and takes nobody in.${staying(active)}`,
    'Who unsubscribes, answers or otherwise is to leave it still leaves. What begins it is missed meanwhile.',
  ],
  done: 'It is paused.',
};

const withdraw: Move = {
  to: 'draft',
  says: 'Back to draft',
  title: 'Make a draft of',
  explain: () => [
    'As while it is paused, it sends nothing and takes nobody in, and people stay at their step. Its topic may be deleted meanwhile.',
  ],
  done: 'It is a draft again.',
};

const moves: Record<AutomationStatus, readonly Move[]> = {
  draft: [activate],
  active: [pause],
  paused: [resume, withdraw],
};

/** Where an automation can go from its status. */
export function Moves({ automation }: { automation: Automation }) {
  return moves[automation.status].map((move) => <Step key={move.says} move={move} automation={automation} />);
}

function Step({ move, automation }: { move: Move; automation: Automation }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return (
    <Confirmed
      says={move.says}
      isPrimary={move.to === 'active'}
      title={`${move.title} ${automation.name}?`}
      action={`${move.says}${move.to === 'draft' ? '' : ' it'}`}
      isDangerous={false}
      does={() => client.setAutomationStatus(automation.id, { status: move.to })}
      onDone={async (now) => {
        queries.setQueryData(['automation', automation.id], now);
        say(move.done);
        await queries.invalidateQueries({ queryKey: ['automations'] });
      }}
    >
      {move.explain(automation).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Confirmed>
  );
}

const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
