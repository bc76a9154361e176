import type { Automation, AutomationStatus } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { formatPeople, uncapitalize } from '../../parts/format';
import { useClient } from '../../service/client';
import { describeTrigger, describeHeldPeople, describeDelay } from './automation-text';

interface StatusChange {
  to: AutomationStatus;
  label: string;
  title: (name: string) => string;
  /** The effects, one paragraph each. */
  explain: (automation: Automation) => readonly string[];
  successToast: string;
}

const activate: StatusChange = {
  to: 'active',
  label: 'Activate',
  title: (name) => `Activate ${name}?`,
  explain: ({ trigger, steps: [first] }) => [
    `Trigger: ${describeTrigger(trigger)}. The automation enrolls only recipients whose trigger occurs after activation.`,
    ...(first ? [`The first email is sent ${uncapitalize(describeDelay(first, 0))}.`] : []),
    'You can pause the automation at any time.',
  ],
  successToast: 'The automation is active.',
};

const resume: StatusChange = {
  to: 'active',
  label: 'Resume',
  title: (name) => `Resume ${name}?`,
  explain: ({ enrollments: { active } }) => [
    'The automation enrolls recipients again.',
    ...(active > 0
      ? [`${formatPeople(active)} ${active === 1 ? 'continues' : 'continue'} at their current step.`]
      : []),
    'Overdue emails are sent now, oldest first. The delay of the next step starts when the overdue email is sent.',
  ],
  successToast: 'The automation was resumed.',
};

const pause: StatusChange = {
  to: 'paused',
  label: 'Pause',
  title: (name) => `Pause ${name}?`,
  explain: ({ enrollments: { active } }) => [
    `A paused automation sends no emails and enrolls no recipients.${describeHeldPeople(active)}`,
    'Unsubscribes, replies and exit tags still end enrollments. Triggers that occur during the pause are ignored.',
  ],
  successToast: 'The automation was paused.',
};

const backToDraft: StatusChange = {
  to: 'draft',
  label: 'Revert to draft',
  title: (name) => `Revert ${name} to draft?`,
  explain: () => [
    'A draft sends no emails and enrolls no recipients, and active enrollments stay at their current step. The topic of a draft can be deleted.',
  ],
  successToast: 'The automation is a draft again.',
};

const statusChanges: Record<AutomationStatus, readonly StatusChange[]> = {
  draft: [activate],
  active: [pause],
  paused: [resume, backToDraft],
};

/** The status changes that the current status allows. */
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
      title={change.title(automation.name)}
      confirmLabel={change.to === 'draft' ? 'Revert automation' : `${change.label} automation`}
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
