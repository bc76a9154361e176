import type { Automation } from '@carrier-nest/sdk';
import { describeHeldPeople } from './automation-text';

/** Explains why an automation sends nothing while it is not active. */
export function NextStep({ automation }: { automation: Automation }) {
  if (automation.status === 'active') return null;
  const { title, text } = automation.status === 'draft' ? draftNotice(automation) : pausedNotice(automation);
  return (
    <aside className="notice">
      <h2>{title}</h2>
      <p>{text}</p>
    </aside>
  );
}

const draftNotice = ({ enrollments }: Automation) => ({
  title: 'Draft',
  text: `A draft enrolls no recipients and sends no emails.${describeHeldPeople(enrollments.active)} Review its steps, then activate it.`,
});

const pausedNotice = ({ enrollments }: Automation) => ({
  title: 'Paused',
  text: `A paused automation enrolls no recipients and sends no emails.${describeHeldPeople(enrollments.active)} After you resume it, overdue emails are sent first.`,
});
