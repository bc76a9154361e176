import type { Automation } from '@carrier-nest/sdk';
import { describeHeldPeople } from './automation-text';

/** What an automation that is not active waits for. */
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
  title: 'A draft',
  text: `It takes nobody in and sends nothing.${describeHeldPeople(enrollments.active)} Read its steps once more, then activate it.`,
});

const pausedNotice = ({ enrollments }: Automation) => ({
  title: 'Paused',
  text: `It takes nobody in and sends nothing.${describeHeldPeople(enrollments.active)} Resumed, it sends first what fell due meanwhile.`,
});
