import type { Broadcast } from '@carrier-nest/sdk';
import type { ReactNode } from 'react';
import { Time } from '../../parts/time';

/** Explains why the campaign failed, paused or waits, and what to do. */
export function NextStep({ campaign }: { campaign: Broadcast }) {
  const notice = noticeFor(campaign);
  if (!notice) return null;
  return (
    <aside className="notice" data-tone={notice.tone}>
      <h2>{notice.title}</h2>
      <p>{notice.text}</p>
    </aside>
  );
}

interface Notice {
  tone: 'bad' | 'warning' | 'good';
  title: string;
  text: ReactNode;
}

function noticeFor(campaign: Broadcast): Notice | undefined {
  const { status, failure_reason, scheduled_at, ab_test } = campaign;
  if (status === 'failed')
    return {
      tone: 'bad',
      title: 'The campaign failed',
      text: `${failure_reason ?? 'No reason was recorded'}. Fix the cause, then duplicate the campaign and send the copy. Recipients who already got this campaign get the copy too.`,
    };
  if (status === 'paused') return pausedNotice(campaign);
  if (status === 'testing' && ab_test?.decide_at)
    return {
      tone: 'good',
      title: 'A/B test in progress',
      text: (
        <>
          The winner is sent to the remaining recipients at <Time at={ab_test.decide_at} />, or when you
          choose the winner.
        </>
      ),
    };
  if (status === 'scheduled' && scheduled_at)
    return {
      tone: 'good',
      title: 'Scheduled',
      text: (
        <>
          The campaign starts at <Time at={scheduled_at} />. Its recipients are determined at that time.
        </>
      ),
    };
  return undefined;
}

type PauseReason = NonNullable<Broadcast['pause_reason']>;

function pausedNotice({ pause_reason, resume_after }: Broadcast): Notice {
  return {
    tone: 'warning',
    title: 'Paused',
    text: (
      <>
        {pause_reason ? pauseReasonTexts[pause_reason] : 'No reason was recorded.'}{' '}
        {resume_after && (
          <>
            Next attempt: <Time at={resume_after} />.{' '}
          </>
        )}
        No recipient is skipped or emailed twice.
      </>
    ),
  };
}

const pauseReasonTexts: Record<PauseReason, string> = {
  warmup:
    'The domain is warming up and has reached its limit for today. The campaign continues when the limit renews.',
  quota:
    'The account has reached the SES quota for 24 hours. The campaign continues when quota is available.',
  throttled: 'SES is throttling requests. The campaign continues automatically in a moment.',
  interrupted: 'SES or the service did not respond. The campaign retries automatically within ten minutes.',
  no_postal_address:
    'Marketing email needs the postal address of the workspace. The campaign continues when the operator has set the address.',
  daily_limit:
    'Contacts joined after the campaign was scheduled, and the daily limit of the key that scheduled it does not allow them. The campaign continues when the limit renews or is raised, or when a key without a limit resumes it.',
  workspace_suspended:
    'The operator has stopped all sending. The campaign continues when sending is allowed again. See Usage for the reason.',
};
