import type { Broadcast } from '@carrier-nest/sdk';
import type { ReactNode } from 'react';
import { Time } from '../../parts/time';

/** Why it does not go on, and what to do about it; or what it waits for. */
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
      title: 'It was not sent to its end',
      text: `${failure_reason ?? 'The service does not say why'}. Mend that, then duplicate it and send the copy: who got this one gets the copy as well.`,
    };
  if (status === 'paused') return pausedNotice(campaign);
  if (status === 'testing' && ab_test?.decide_at)
    return {
      tone: 'good',
      title: 'The variants are out',
      text: (
        <>
          The better one goes to everybody else at <Time at={ab_test.decide_at} />, or when you choose.
        </>
      ),
    };
  if (status === 'scheduled' && scheduled_at)
    return {
      tone: 'good',
      title: 'It is scheduled',
      text: (
        <>
          It starts at <Time at={scheduled_at} />. Whom it is for is decided then.
        </>
      ),
    };
  return undefined;
}

type PauseReason = NonNullable<Broadcast['pause_reason']>;

function pausedNotice({ pause_reason, resume_after }: Broadcast): Notice {
  return {
    tone: 'warning',
    title: 'It is paused',
    text: (
      <>
        {pause_reason ? pauseReasonTexts[pause_reason] : 'The service does not say why.'}{' '}
        {resume_after && (
          <>
            That is at <Time at={resume_after} />.{' '}
          </>
        )}
        Nobody is mailed twice, and nobody is forgotten.
      </>
    ),
  };
}

const pauseReasonTexts: Record<PauseReason, string> = {
  warmup: 'The domain is warming up, and has used its allowance of today. It goes on when that renews.',
  quota: 'The mail provider takes no more of the account in these 24 hours. It goes on when there is room.',
  throttled: 'The mail provider takes mail more slowly at the moment. It goes on by itself after a moment.',
  interrupted:
    'The mail provider, or the service, did not answer. It tries again by itself within ten minutes.',
  no_postal_address:
    'Marketing mail needs the postal address of the workspace. It goes on once the operator has set it.',
  workspace_suspended: 'The operator has stopped all sending. It goes on when that ends; Usage says why.',
};
