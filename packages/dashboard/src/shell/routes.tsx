import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { Page } from '../parts/page';
import { Loading } from '../parts/states';
import { useLocalSession } from '../session/session';

/** A page is fetched when it is first visited. */
const lazyPage = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

const pages: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/log', lazyPage(async () => (await import('../pages/log/log')).Log)],
  ['/log/:id', lazyPage(async () => (await import('../pages/log/message')).Message)],
  [
    '/conversations',
    lazyPage(async () => (await import('../pages/conversations/conversations')).Conversations),
  ],
  [
    '/conversations/:id',
    lazyPage(async () => (await import('../pages/conversations/conversation')).Conversation),
  ],
  ['/automations', lazyPage(async () => (await import('../pages/automations/automations')).Automations)],
  [
    '/automations/new',
    lazyPage(async () => (await import('../pages/automations/new-automation')).NewAutomation),
  ],
  [
    '/automations/event',
    lazyPage(async () => (await import('../pages/automations/send-event')).SendEventPage),
  ],
  [
    '/automations/:id',
    lazyPage(async () => (await import('../pages/automations/automation')).AutomationPage),
  ],
  ['/webhooks', lazyPage(async () => (await import('../pages/webhooks/webhooks')).Webhooks)],
  ['/webhooks/:id', lazyPage(async () => (await import('../pages/webhooks/endpoint')).EndpointPage)],
  ['/approvals', lazyPage(async () => (await import('../pages/approvals/approvals')).Approvals)],
  ['/people', lazyPage(async () => (await import('../pages/people/people')).People)],
  ['/people/import', lazyPage(async () => (await import('../pages/import/import')).Import)],
  ['/people/:id', lazyPage(async () => (await import('../pages/people/person')).Person)],
  ['/audiences', lazyPage(async () => (await import('../pages/audiences/audiences')).Audiences)],
  ['/audiences/:id', lazyPage(async () => (await import('../pages/audiences/audience')).AudiencePage)],
  ['/segments', lazyPage(async () => (await import('../pages/segments/segments')).Segments)],
  ['/segments/new', lazyPage(async () => (await import('../pages/segments/new-segment')).NewSegment)],
  ['/segments/:id', lazyPage(async () => (await import('../pages/segments/segment')).SegmentPage)],
  ['/segments/:id/edit', lazyPage(async () => (await import('../pages/segments/edit-segment')).EditSegment)],
  ['/properties', lazyPage(async () => (await import('../pages/properties/properties')).Properties)],
  ['/campaigns', lazyPage(async () => (await import('../pages/campaigns/campaigns')).Campaigns)],
  ['/campaigns/new', lazyPage(async () => (await import('../pages/campaigns/new-campaign')).NewCampaign)],
  ['/campaigns/:id', lazyPage(async () => (await import('../pages/campaigns/campaign')).CampaignPage)],
  [
    '/campaigns/:id/edit',
    lazyPage(async () => (await import('../pages/campaigns/edit-campaign')).EditCampaign),
  ],
  ['/campaigns/:id/messages', lazyPage(async () => (await import('../pages/campaigns/messages')).Messages)],
  ['/templates', lazyPage(async () => (await import('../pages/templates/templates')).Templates)],
  ['/templates/_new', lazyPage(async () => (await import('../pages/templates/template')).NewTemplate)],
  ['/templates/:slug', lazyPage(async () => (await import('../pages/templates/template')).TemplatePage)],
  ['/domains', lazyPage(async () => (await import('../pages/domains/domains')).Domains)],
  ['/domains/:id', lazyPage(async () => (await import('../pages/domains/domain')).DomainPage)],
  ['/suppressions', lazyPage(async () => (await import('../pages/suppressions/suppressions')).Suppressions)],
  ['/topics', lazyPage(async () => (await import('../pages/topics/topics')).Topics)],
  ['/keys', lazyPage(async () => (await import('../pages/keys/keys')).Keys)],
  ['/reference', lazyPage(async () => (await import('../pages/reference/reference')).Reference)],
  ['/reference/:id', lazyPage(async () => (await import('../pages/reference/operation')).OperationPage)],
  ['/usage', lazyPage(async () => (await import('../pages/usage/usage')).UsagePage)],
];

const localPages: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/outbox/:id?', lazyPage(async () => (await import('../pages/outbox/outbox')).Outbox)],
  ['/write', lazyPage(async () => (await import('../pages/write/write-mail')).WriteMail)],
  ['/clock', lazyPage(async () => (await import('../pages/clock/clock')).ClockPage)],
  ['/calls', lazyPage(async () => (await import('../pages/calls/calls')).Calls)],
  ['/faults', lazyPage(async () => (await import('../pages/faults/faults')).Faults)],
  ['/network', lazyPage(async () => (await import('../pages/network/network')).Network)],
];

export function Routes() {
  const hasControl = useLocalSession()?.control ?? false;
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        <Route path="/">
          {/* Locally, the sent emails are the most useful first page. */}
          <Redirect to={hasControl ? '/outbox' : '/log'} replace />
        </Route>
        {[...pages, ...(hasControl ? localPages : [])].map(([path, PageComponent]) => (
          <Route key={path} path={path}>
            <PageComponent />
          </Route>
        ))}
        <Route>
          <NoSuchPage />
        </Route>
      </Switch>
    </Suspense>
  );
}

function NoSuchPage() {
  useEffect(() => {
    document.title = 'Page not found · Carrier Nest';
  }, []);
  return (
    <Page title="Page not found" lead="The URL may be wrong, or belong to another version.">
      <p>
        <Link href="/log">Open the log</Link>
      </p>
    </Page>
  );
}
