/** The requests of the editor while the command or its form changes. */
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyPluginAsync } from 'fastify';
import { toApiError } from '../plugins/errors.ts';
import { StrictObject } from '../schemas/helpers.ts';
import { MAX_COMMAND_BYTES } from '../schemas/playground.ts';
import { RequestFields } from '../schemas/request-fields.ts';
import { rewritten } from '../services/rewrite-command.ts';
import { languagesOf } from './editor-form.ts';
import { ACCOUNT, signedIn } from './session.tsx';
import { commandOf, type Form } from './shared.ts';
import { preview } from './shown-command.ts';

const FormChange = StrictObject({
  /** The command that the form was made of. */
  command: Type.String({ maxLength: MAX_COMMAND_BYTES }),
  fields: RequestFields,
  language: Type.Array(Type.String(), { maxItems: 1 }),
});
type FormChange = Static<typeof FormChange>;

/** A command of 64 KiB and its parts, each escaped for JSON. */
const MAX_CHANGE_BYTES = 512 * 1024;

/** Part of the account's pages, which sign in and protect forms. */
export const previews: FastifyPluginAsync<{ previewsPerMinute: number }> = async (app, options) => {
  const config = { rateLimit: { max: options.previewsPerMinute } };

  app.post<{ Body: Form }>(`${ACCOUNT}/preview`, { config }, async (request) => {
    const { accountId } = signedIn(request, 'curl:parse');
    return preview(accountId, {
      text: commandOf(request.body),
      languages: languagesOf(request.body, 'language'),
    });
  });

  app.post<{ Body: FormChange }>(
    `${ACCOUNT}/rewrite`,
    { schema: { body: FormChange }, config: { ...config, takesJson: true }, bodyLimit: MAX_CHANGE_BYTES },
    async (request) => {
      const { accountId } = signedIn(request, 'curl:parse');
      const { command: base, fields, language } = request.body;
      try {
        const command = await rewritten(accountId, { base, fields });
        const { conversion: _, ...shown } = await preview(accountId, {
          text: command,
          languages: languagesOf({ language }, 'language'),
        });
        return { command, ...shown };
      } catch (error) {
        const { statusCode, message } = toApiError(error);
        if (statusCode !== 400) throw error;
        // A half-typed request is not an error.
        return { request: undefined, problem: { message } };
      }
    },
  );
};
