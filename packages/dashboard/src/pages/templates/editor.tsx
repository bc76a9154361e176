import { ApiError, type CarrierNest, type Template } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Field, TextField } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { useToast } from '../../parts/toast';
import { Refusal } from '../../service/ask';
import { useClient } from '../../service/client';
import { Preview } from './preview';
import { slugRules } from './slug-rules';

/** What a template says. */
export interface Copy {
  subject: string;
  html: string;
  text: string;
}

const copyOf = (saved: Template | undefined): Copy => ({
  subject: saved?.subject ?? '',
  html: saved?.html ?? '',
  text: saved?.text ?? '',
});

const isSame = (one: Copy, other: Copy): boolean =>
  one.subject === other.subject && one.html === other.html && one.text === other.text;

/** What is written, and beside it how it reads. */
export function Editor({ saved }: { saved?: Template }) {
  const [copy, setCopy] = useState(copyOf(saved));
  const save = useSave(saved);
  const isSaved = isSame(copy, copyOf(saved));
  return (
    <div className="editor">
      <Form
        action={saved ? 'Save the changes' : 'Save the template'}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={(entered) => save.mutate(entered)}
      >
        <div className="pair">
          <Field
            label="Name"
            name="name"
            required
            maxLength={200}
            defaultValue={saved?.name}
            placeholder="Parcel out"
          />
          <Field
            label="Slug"
            name="slug"
            {...slugRules}
            defaultValue={saved?.slug}
            readOnly={saved !== undefined}
            placeholder="parcel-out"
          />
        </div>
        <Written copy={copy} onChange={(change) => setCopy({ ...copy, ...change })} />
      </Form>
      <Preview copy={copy} saved={isSaved ? saved : undefined} />
    </div>
  );
}

interface WrittenProps {
  copy: Copy;
  onChange: (change: Partial<Copy>) => void;
}

function Written({ copy, onChange }: WrittenProps) {
  return (
    <>
      <Field
        label="Subject"
        name="subject"
        required
        maxLength={998}
        value={copy.subject}
        onChange={(event) => onChange({ subject: event.target.value })}
        placeholder="Order {{order_id}} is on its way"
      />
      <TextField
        label="HTML"
        name="html"
        className="code"
        rows={16}
        required
        spellCheck={false}
        value={copy.html}
        onChange={(event) => onChange({ html: event.target.value })}
        placeholder="<p>Dear {{name}}, your parcel left today.</p>"
        hint="Values are escaped in it."
      />
      <TextField
        label="Text"
        name="text"
        rows={6}
        value={copy.text}
        onChange={(event) => onChange({ text: event.target.value })}
        hint="For who reads no HTML. Without it, it is made from the HTML."
      />
    </>
  );
}

function useSave(saved: Template | undefined) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async (entered: Entered) => {
      const slug = saved?.slug ?? entered.text('slug');
      if (!saved) await refuseTaken(client, slug);
      return client.saveTemplate({
        slug,
        name: entered.text('name'),
        subject: entered.verbatim('subject'),
        html: lines(entered.verbatim('html')),
        text: lines(entered.verbatim('text')) || null,
      });
    },
    onSuccess: async (template) => {
      queries.setQueryData(['template', template.slug], template);
      say('Saved. Sends use it from now on.');
      await queries.invalidateQueries({ queryKey: ['templates'] });
      if (!saved) navigate(`/templates/${template.slug}`, { replace: true });
    },
  });
}

/** A form has two characters for the end of each line. */
const lines = (text: string): string => text.replaceAll('\r\n', '\n');

/** To save under a slug that exists replaces what is there, which nobody means who writes a new one. */
async function refuseTaken(client: CarrierNest, slug: string): Promise<void> {
  try {
    await client.getTemplate(slug);
  } catch (error) {
    if (error instanceof ApiError && error.type === 'not_found') return;
    throw error;
  }
  throw new Refusal(
    409,
    `There is a template with the slug ${slug}. Choose another one, or change that one.`,
  );
}
