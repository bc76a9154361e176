import { ApiError, type Automation, type Enrolled } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { Field } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { Loaded } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { Values, valuesOf } from '../../parts/values';
import { useClient } from '../../service/client';
import { conditionsOf, placeholdersIn, refusalOf, sentence } from './words';

/** Takes somebody in by hand, whatever takes people in otherwise. */
export function Enrol({ automation }: { automation: Automation }) {
  const [isOpen, setOpen] = useState(false);
  if (automation.status !== 'active')
    return <p className="quiet">Nobody can be enrolled before it is active.</p>;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Enrol somebody
      </button>
      {isOpen && (
        <Dialog title="Enrol somebody" onClose={() => setOpen(false)}>
          <EnrolForm automation={automation} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function EnrolForm({ automation, onDone }: { automation: Automation; onDone: () => void }) {
  const enrol = useEnrolling(automation.id, onDone);
  const names = usePlaceholders(automation);
  const reason = enrol.data?.reason;
  return (
    <Loaded query={names}>
      {(wanted) => (
        <Form
          action="Enrol them"
          isBusy={enrol.isPending}
          error={enrol.error}
          onCancel={onDone}
          onSubmit={(entered) => enrol.mutate(entered)}
        >
          <Field
            label="Address"
            name="email"
            type="email"
            required
            hint={`Not taken in is who ${uncapital(sentence(conditionsOf(automation)))}.`}
          />
          <Values
            legend="Values"
            hint="For placeholders, for this person. They win over those of the automation."
            initial={Object.fromEntries(wanted.map((name) => [name, '']))}
            isRequired
          />
          {reason && (
            <aside className="notice" role="alert">
              <h3>They were not taken in</h3>
              <p>{refusalOf(reason)}</p>
            </aside>
          )}
        </Form>
      )}
    </Loaded>
  );
}

const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function useEnrolling(id: string, onDone: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: async (entered: Entered): Promise<Enrolled> => {
      try {
        return await client.enroll(id, { email: entered.text('email'), variables: valuesOf(entered) });
      } catch (error) {
        const refused = refusedBy(error);
        if (!refused) throw error;
        return refused;
      }
    },
    onSuccess: async ({ enrollment }) => {
      if (!enrollment) return;
      onDone();
      say(`${enrollment.email} is in it.`);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['enrolments', id] }),
        queries.invalidateQueries({ queryKey: ['automation', id] }),
      ]);
    },
  });
}

/** Where nobody at all can be taken in, the reason stands beside an error. */
function refusedBy(error: unknown): Enrolled | undefined {
  if (!(error instanceof ApiError) || error.type !== 'invalid_state') return undefined;
  const { body } = error;
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined;
  return typeof reason === 'string' ? { enrolled: false, reason, enrollment: null } : undefined;
}

/** What the steps ask for and the automation has no value for. */
function usePlaceholders({ id, steps, default_variables }: Automation) {
  const client = useClient();
  return useQuery({
    queryKey: ['placeholders', id],
    queryFn: async ({ signal }) => {
      const usesTemplates = steps.some(({ template_slug }) => template_slug !== null);
      const templates = usesTemplates ? (await client.listTemplates({ signal })).data : [];
      const names = steps.flatMap(({ subject, html, template_slug }) => {
        const template = templates.find(({ slug }) => slug === template_slug);
        return template
          ? placeholdersIn(subject, template.html, template.text ?? '')
          : placeholdersIn(subject, html ?? '');
      });
      return [...new Set(names)].filter((name) => !Object.hasOwn(default_variables, name));
    },
  });
}
