/** Sharing a playground: who sees it and how, its link, the code to embed it, the badge, oEmbed. */
import type { ComponentChildren } from 'preact';
import { EMITTERS, LANGUAGES } from '../../codegen/index.ts';
import type { EditedPlayground } from './editor.tsx';
import { EMBED_HEIGHT } from './embed-size.ts';
import { number } from './format.tsx';
import { Icon } from './icon.tsx';
import { Button, ButtonLink, Choice, Field, IconButton, Select, Submit } from './inputs.tsx';
import { TabList, Tabs } from './tabs.tsx';
import { Block, Code, plain } from './visible-text.tsx';

/**
 * Addresses and codes that share a public playground.
 * @param base the address of the service
 */
export function shareLinks(
  base: string,
  { id, name, embed_origins: sites }: { id: string; name: string; embed_origins: string[] },
) {
  const page = `${base}/p/${id}`;
  const title = plain(name).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const frame = `<iframe src="${base}/embed/${id}"
  title="${title}" allow="clipboard-write" loading="lazy"
  style={{ border: 0, width: '100%', height: ${EMBED_HEIGHT} }} />`;
  return {
    page,
    /** Code that puts it into any page. It reserves the height of the card, so that nothing moves. */
    embed: `<div data-playground="${id}"\n     style="min-height:${EMBED_HEIGHT}px"></div>\n<script src="${base}/embed.js" async></script>`,
    /** The card that this code makes, where this site may show it. */
    preview: sites.length === 0 ? `/embed/${id}` : undefined,
    mdx: frame,
    react: `export const Playground = () => (\n  ${frame.replaceAll('\n', '\n  ')}\n);`,
    /** A line of Markdown with a badge, for READMEs. */
    badge: `[![Open in Playgrounds](${base}/badge.svg)](${page})`,
    oembed: `${base}/oembed?url=${encodeURIComponent(page)}`,
    markdown: `/p/${id}.md`,
  };
}
export type ShareLinks = ReturnType<typeof shareLinks>;

interface ShareDialogProps {
  /** Undefined for a new playground. */
  id: string | undefined;
  form: EditedPlayground;
  links: ShareLinks | undefined;
  /** How often readers may run it in a day. */
  perDay: number;
}

/**
 * Publishing: the settings at the left, what comes of them at the right. A popover opens without scripts; with them each
 * change of a saved playground applies at once.
 */
export function ShareDialog({ id, form, links, perDay }: ShareDialogProps) {
  return (
    <div id="share" class="pg-dialog pg-share" popover="auto" role="dialog" aria-labelledby="share-title">
      <div class="pg-panel__head pg-share__head">
        <h2 id="share-title" class="pg-cut" data-part="share-title">
          Share{form.name !== '' && ` “${plain(form.name)}”`}
        </h2>
        <span class="pg-panel__end">
          <IconButton icon="x" label="Close" popovertarget="share" popovertargetaction="hide" />
        </span>
      </div>
      <div class="pg-share__cols">
        <div class="pg-share__set">
          <ShareSettings form={form} perDay={perDay} />
          <div data-part="example">
            {id !== undefined && <PinnedExample id={id} testId={form.example_test_id ?? null} />}
          </div>
        </div>
        <div class="pg-share__out" data-part="sharing">
          <Shared {...{ id, form, links }} />
        </div>
      </div>
      <div id="share-problem" />
      <div class="pg-panel__head pg-share__foot" data-part="share-foot">
        {id === undefined ? (
          <span class="pg-panel__end">
            <Submit form="editor">Save</Submit>
          </span>
        ) : (
          <>
            <span class="pg-panel__note pg-scripted">Changes apply at once.</span>
            <span class="pg-panel__end">
              <Button class="pg-unscripted" type="submit" form="editor">
                Save
              </Button>
              {form.is_public && links !== undefined && (
                <Button icon="link" class="pg-scripted" data-copies="address" value={links.page}>
                  Copy link
                </Button>
              )}
              <Button
                kind={form.is_public ? 'primary' : 'secondary'}
                popovertarget="share"
                popovertargetaction="hide"
              >
                Done
              </Button>
            </span>
          </>
        )}
      </div>
    </div>
  );
}

function ShareSettings({ form, perDay }: Pick<ShareDialogProps, 'form' | 'perDay'>) {
  return (
    <>
      <fieldset class="pg-share__part">
        <legend>Who can see it</legend>
        <div class="pg-share__who">
          <Choice type="radio" form="editor" name="is_public" value="" checked={!form.is_public}>
            <Icon name="lock" /> Private <span class="pg-quiet pg-small">Only you</span>
          </Choice>
          <Choice type="radio" form="editor" name="is_public" value="yes" checked={form.is_public}>
            <Icon name="globe" /> Public <span class="pg-quiet pg-small">Anyone with the link</span>
          </Choice>
        </div>
      </fieldset>
      <div class="pg-share__part pg-share__switches">
        <Switch
          name="public_runs"
          checked={form.public_runs}
          help={`Counts toward your quota: ${number(perDay)} runs a day at most`}
        >
          Readers can run it
        </Switch>
        <Switch
          name="share_secrets"
          checked={form.share_secrets}
          help="Credentials of the command, as they are"
        >
          Show secrets to readers
        </Switch>
      </div>
      <div class="pg-share__part">
        <span class="pg-field__label">Theme</span>
        <TabList
          kind="seg"
          label="Theme"
          group="theme"
          form="editor"
          front={form.theme}
          tabs={[
            { value: 'auto', title: 'Match reader' },
            { value: 'light', title: 'Light' },
            { value: 'dark', title: 'Dark' },
          ]}
        />
      </div>
      <fieldset class="pg-share__part">
        <legend>Languages</legend>
        <div class="pg-langs">
          {LANGUAGES.map((language) => (
            <label class="pg-langs__one">
              <input
                type="checkbox"
                class="pg-hide"
                form="editor"
                name="languages"
                value={language}
                data-libraries={EMITTERS[language].libraries.map(({ name }) => name).join()}
                checked={form.languages.includes(language)}
              />
              {EMITTERS[language].title}
            </label>
          ))}
        </div>
      </fieldset>
      <div class="pg-share__part pg-share__sites">
        <Field
          label="Sites that can embed it"
          id="embed-origins"
          name="embed_origins"
          form="editor"
          value={form.embed_origins.join(' ')}
          aria-describedby="embed-origins-help"
        />
        <p class="pg-quiet pg-small" id="embed-origins-help">
          Such as https://docs.example.com. Empty: any site. Separate sites with a space.
        </p>
      </div>
    </>
  );
}

const Switch = ({
  help,
  children,
  ...input
}: Record<'name' | 'help' | 'children', string> & { checked: boolean }) => (
  <label class="pg-switch">
    <span>
      {children} <span class="pg-quiet pg-small">{help}</span>
    </span>
    <input class="pg-switch__box" type="checkbox" form="editor" value="yes" {...input} />
  </label>
);

/** What shares it: first what readers will see. */
function Shared({ id, form, links }: Omit<ShareDialogProps, 'perDay'>) {
  if (id === undefined || links === undefined) return <p>Save the playground before you share it.</p>;
  if (!form.is_public)
    return (
      <>
        <p>
          Only you can see this playground. To share it, check what readers will see and make it public:
          anyone with the link can view it then.
        </p>
        <Submit form="editor" name="is_public" value="yes">
          See what readers will see
        </Submit>
      </>
    );
  const { page, markdown, oembed, badge, react, mdx } = links;
  const link = (
    <>
      <Copyable title="Link" text={page} />
      <p class="pg-row">
        <ButtonLink href={page}>Open the page</ButtonLink>
        <ButtonLink href={`/account/playgrounds/${id}/preview`}>What readers see</ButtonLink>
        <CopyMarkdown href={markdown} />
      </p>
    </>
  );
  const options = (
    <span class="pg-snippet__options pg-scripted">
      <Option name="language" label="Language" first="Reader’s" values={form.languages} />
      <Option name="theme" label="Theme" first="Match page" values={['light', 'dark']} />
      <label>
        Color{' '}
        <input class="pg-input" data-option="accent" aria-label="Color of the card" placeholder="#0a7d5a" />
        <span class="pg-problem" role="alert">
          Not a CSS color, such as #0a7d5a.
        </span>
      </label>
    </span>
  );
  const inMarkdown = (
    <>
      <Copyable title="Markdown badge" text={badge}>
        <p>
          <img src="/badge.svg" alt="Open in Playgrounds" height={20} />
        </p>
      </Copyable>
      <Copyable title="oEmbed" text={oembed}>
        <p class="pg-quiet pg-small">
          Sites that support oEmbed turn the link into a card. They ask this address.
        </p>
      </Copyable>
    </>
  );
  const inReact = (
    <>
      <Copyable title="React component" text={react} language="javascript" />
      <Copyable title="MDX" text={mdx} language="xml" />
    </>
  );
  return (
    <Tabs
      label="Share as"
      group="share-as"
      front="Embed"
      tabs={[
        { title: 'Link', content: link },
        { title: 'Embed', content: <EmbedCode links={links} options={options} /> },
        { title: 'Markdown', content: inMarkdown },
        { title: 'React', content: inReact },
      ]}
    />
  );
}

const titleOf = (value: string) =>
  value in EMITTERS ? EMITTERS[value as keyof typeof EMITTERS].title : value;

/** An option of the card: a script writes it into the codes and the preview. */
function Option({
  name,
  label,
  first,
  values,
}: Record<'name' | 'label' | 'first', string> & { values: readonly string[] }) {
  return (
    <span>
      {label}
      <Select
        kind="quiet"
        aria-label={`${label} of the card`}
        data-option={name}
        options={[['', first], ...values.map((value) => [value, titleOf(value)] as const)]}
      />
    </span>
  );
}

interface EmbedCodeProps {
  links: ShareLinks;
  title?: string;
  options?: ComponentChildren;
}

/** The code to embed, with the card that it makes; the card is loaded when it is seen. */
export function EmbedCode({ links: { embed, preview }, title, options }: EmbedCodeProps) {
  return (
    <Copyable title="Embed code" text={embed} language="xml" options={options}>
      <p class="pg-quiet pg-small">Preview</p>
      {preview === undefined ? (
        <p class="pg-quiet pg-small">
          The sites that may embed it are restricted, so there is no preview here.
        </p>
      ) : (
        <iframe
          src={preview}
          title={title === undefined ? 'Preview' : `Preview of ${title}`}
          allow="clipboard-write"
          loading="lazy"
          height={EMBED_HEIGHT}
        />
      )}
    </Copyable>
  );
}

/** Copies a playground as Markdown; without scripts it opens it. */
export function CopyMarkdown({ href, folds }: { href: string; folds?: boolean }) {
  const look = { kind: 'quiet', icon: 'file-text' } as const;
  return (
    <>
      <Button {...{ ...look, folds }} class="pg-scripted" data-copies="content" value={href}>
        Copy as Markdown
      </Button>
      <ButtonLink {...{ ...look, folds, href }} class="pg-btn pg-btn--quiet pg-unscripted">
        Copy as Markdown
      </ButtonLink>
    </>
  );
}

interface CopyableProps {
  title: string;
  text: string;
  language?: string;
  /** In the place of the title. */
  options?: ComponentChildren;
  children?: ComponentChildren;
}

/** A text with its button below, and what comes of it. */
function Copyable({ title, text, language = '', options, children }: CopyableProps) {
  return (
    <section class="pg-snippet" aria-label={title}>
      <div class="pg-code">
        <Block label={`${title}: text`} wraps data-language={language}>
          <Code text={text} language={language} />
        </Block>
        <div class="pg-snippet__foot">
          {options ?? <p class="pg-panel__note">{title}</p>}
          <Button icon="copy" class="pg-scripted" data-copies="">
            Copy<span class="pg-hide"> {title.toLowerCase()}</span>
          </Button>
        </div>
      </div>
      {children}
    </section>
  );
}

function PinnedExample({ id, testId }: { id: string; testId: string | null }) {
  return (
    <section aria-label="Example response">
      <h2>Example response</h2>
      {testId === null ? (
        <p class="pg-quiet pg-small">
          Readers see no response until they run it. To show one, open a result in History and choose “Use as
          example response”.
        </p>
      ) : (
        <form method="post" action={`/account/playgrounds/${id}/remove-example`}>
          <p class="pg-row">
            <ButtonLink href={`/account/tests/${testId}`}>See the result</ButtonLink>
            <Button type="submit" kind="danger">
              Remove the example
            </Button>
          </p>
        </form>
      )}
    </section>
  );
}
