import type { Automation } from '@carrier-nest/sdk';
import { staying } from './words';

/** What an automation that is not active waits for. */
export function NextStep({ automation }: { automation: Automation }) {
  if (automation.status === 'active') return null;
  const { title, text } = automation.status === 'draft' ? draft(automation) : paused(automation);
  return (
    <aside className="notice">
      <h2>{title}</h2>
      <p>{text}</p>
    </aside>
  );
}

const draft = ({ enrollments }: Automation) => ({
  title: 'A draft',
  text: `It takes nobody in and sends nothing.${staying(enrollments.active)} Read its steps once more, then activate it.`,
});

const paused = ({ enrollments }: Automation) => ({
  title: 'Paused',
  text: `It takes nobody in and sends nothing.${staying(enrollments.active)} Resumed, it sends first what fell due meanwhile.`,
});
