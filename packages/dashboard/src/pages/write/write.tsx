import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useSender } from '../../parts/curl';
import { Choice, Field, TextField } from '../../parts/field';
import { hrefWith, useFilters } from '../../parts/filters';
import { Form, type Entered } from '../../parts/form';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { addressOf } from '../../parts/words';
import { arrive } from '../../service/ask';
import { control, type MailParts } from '../../service/control';
import { composed } from './compose';

/** As somebody else: to the service, or in answer to a mail of it. */
export function Write() {
  const { answer } = useFilters().filters;
  return (
    <Page
      title="Write a mail"
      lead="As somebody elsewhere, to an address of yours. It arrives as mail does on AWS."
    >
      {answer ? <AnAnswer to={answer} /> : <WriteForm />}
    </Page>
  );
}

function AnAnswer({ to }: { to: string }) {
  const query = useQuery({ queryKey: ['mail', to], queryFn: () => control.parts(to), staleTime: Infinity });
  return <Loaded query={query}>{(mail) => <WriteForm answered={mail} />}</Loaded>;
}

function WriteForm({ answered }: { answered?: MailParts }) {
  const queries = useQueryClient();
  const desk = useSender();
  const [sentTo, setSentTo] = useState<string>();
  const send = useMutation({
    mutationFn: async (entered: Entered) => {
      const to = entered.text('to');
      const raw = await composed({ ...letterOf(entered, answered), to });
      await arrive(envelopeOf(entered, to), raw);
      await control.settle();
      return to;
    },
    onSuccess: async (to) => {
      setSentTo(to);
      await queries.invalidateQueries();
    },
  });
  const header = (name: string) => answered?.headers.find((one) => one.name.toLowerCase() === name)?.value;
  return (
    <>
      {sentTo && <Arrived to={sentTo} />}
      <Form
        action="Let it arrive"
        isBusy={send.isPending}
        error={send.error}
        onSubmit={(entered, form) => send.mutate(entered, { onSuccess: () => form.reset() })}
      >
        <div className="pair">
          <Field
            label="From"
            name="from"
            required
            defaultValue={addressOf(header('to') ?? 'kim@example.com')}
          />
          <Field label="To" name="to" required defaultValue={addressOf(header('from') ?? desk)} />
        </div>
        <Field
          label="Subject"
          name="subject"
          defaultValue={answered ? `Re: ${answered.subject.replace(/^re:\s*/i, '')}` : ''}
        />
        <TextField label="Text" name="text" rows={8} required />
        <More />
      </Form>
    </>
  );
}

function Arrived({ to }: { to: string }) {
  return (
    <aside className="notice" data-tone="good" role="status">
      <h2>It arrived</h2>
      <p>
        Mail to {to} is in <Link href={hrefWith('/conversations', {})}>the conversations</Link>, unless no
        domain of the workspace receives there.
      </p>
    </aside>
  );
}

const verdicts = [
  ['', 'Not said'],
  ['PASS', 'Pass'],
  ['FAIL', 'Fail'],
  ['GRAY', 'Gray'],
  ['PROCESSING_FAILED', 'Could not be told'],
] as const;

const checks = [
  ['spf', 'SPF'],
  ['dkim', 'DKIM'],
  ['dmarc', 'DMARC'],
  ['spam', 'Spam'],
  ['virus', 'Virus'],
] as const;

function More() {
  return (
    <details>
      <summary>HTML, attachments, and what the mail provider finds out</summary>
      <TextField label="HTML" name="html" rows={4} spellCheck={false} />
      <Field label="Attachments" name="files" type="file" multiple />
      <div className="pair">
        {checks.map(([name, says]) => (
          <Choice key={name} label={says} name={name} options={verdicts} />
        ))}
      </div>
    </details>
  );
}

function letterOf(entered: Entered, answered: MailParts | undefined) {
  return {
    from: entered.text('from'),
    subject: entered.text('subject'),
    text: entered.verbatim('text'),
    html: entered.verbatim('html'),
    files: entered.files('files'),
    inReplyTo: answered?.message_id_header ?? undefined,
  };
}

function envelopeOf(entered: Entered, to: string): URLSearchParams {
  const query = new URLSearchParams({ mail_from: addressOf(entered.text('from')), rcpt: addressOf(to) });
  for (const [name] of checks) if (entered.text(name)) query.set(name, entered.text(name));
  return query;
}
