import type { Automation, AutomationStatus } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { formatPeople, uncapitalize } from '../../parts/format';
import { useClient } from '../../service/client';
import { describeTrigger, describeHeldPeople, describeDelay } from './automation-text';

interface StatusChange {
  to: AutomationStatus;
  label: string;
  title: string;
  /** The effects, a paragraph each. */
  explain: (automation: Automation) => readonly string[];
  successToast: string;
}

const activate: StatusChange = {
  to: 'active',
  label: 'Activate',
  title: 'Activate',
  explain: ({ trigger, steps: [first] }) => [
    `From now on it begins when ${describeTrigger(trigger)}. What happened before begins nothing.`,
    ...(first ? [`Its first mail leaves ${uncapitalize(describeDelay(first, 0))}.`] : []),
    'It can be paused at any time.',
  ],
  successToast: 'It is active.',
};

const resume: StatusChange = {
  to: 'active',
  label: 'Resume',
  title: 'Resume',
  explain: ({ enrollments: { active } }) => [
    'It takes people in again.',
    ...(active > 0 ? [`${formatPeople(active)} in it ${active === 1 ? 'goes' : 'go'} on.`] : []),
    'What fell due meanwhile leaves now, the longest due first. The steps after it are counted from then.',
  ],
  successToast: 'It goes on.',
};

const pause: StatusChange = {
  to: 'paused',
  label: 'Pause',
  title: 'Pause',
  explain: ({ enrollments: { active } }) => [
    `It sends nothing and takes nobody in.${describeHeldPeople(active)}`,
    'Who unsubscribes, answers or otherwise is to leave it still leaves. What begins it is missed meanwhile.',
  ],
  successToast: 'It is paused.',
};

const backToDraft: StatusChange = {
  to: 'draft',
  label: 'Back to draft',
  title: 'Make a draft of',
  explain: () => [
    'As while it is paused, it sends nothing and takes nobody in, and people stay at their step. Its topic may be deleted meanwhile.',
  ],
  successToast: 'It is a draft again.',
};

const statusChanges: Record<AutomationStatus, readonly StatusChange[]> = {
  draft: [activate],
  active: [pause],
  paused: [resume, backToDraft],
};

/** Where an automation can go from its status. */
export function StatusActions({ automation }: { automation: Automation }) {
  return statusChanges[automation.status].map((change) => (
    <StatusChangeButton key={change.label} change={change} automation={automation} />
  ));
}

function StatusChangeButton({ change, automation }: { change: StatusChange; automation: Automation }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel={change.label}
      isPrimary={change.to === 'active'}
      title={`${change.title} ${automation.name}?`}
      confirmLabel={`${change.label}${change.to === 'draft' ? '' : ' it'}`}
      isDangerous={false}
      onConfirm={() => client.setAutomationStatus(automation.id, { status: change.to })}
      successToast={change.successToast}
      resultKey={['automation', automation.id]}
      invalidateKeys={[['automations']]}
    >
      {change.explain(automation).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </ConfirmButton>
  );
}
