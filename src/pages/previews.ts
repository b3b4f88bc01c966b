/** What the editor asks for while somebody changes the command or its form. */
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyPluginAsync } from 'fastify';
import type { Language } from '../codegen/index.ts';
import { toApiError } from '../plugins/errors.ts';
import { StrictObject } from '../schemas/helpers.ts';
import { MAX_COMMAND_BYTES } from '../schemas/playground.ts';
import { RequestFields } from '../schemas/request-fields.ts';
import { languagesOf, readFormCommand } from './editor-form.ts';
import { reasonsAgainstForm, rewrite } from './rewrite.ts';
import { ACCOUNT, signedIn } from './session.tsx';
import { commandOf, convertedCommand, type Form, programsOf } from './shared.ts';

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
    signedIn(request, 'curl:parse');
    const text = commandOf(request.body);
    const { conversion } = convertedCommand(text);
    return { ...preview(text, languagesOf(request.body, 'language')), ...(conversion && { conversion }) };
  });

  app.post<{ Body: FormChange }>(
    `${ACCOUNT}/rewrite`,
    { schema: { body: FormChange }, config: { ...config, takesJson: true }, bodyLimit: MAX_CHANGE_BYTES },
    async (request) => {
      signedIn(request, 'curl:parse');
      const { command: base, fields, language } = request.body;
      try {
        const command = rewrite(base, fields);
        return { command, ...preview(command, languagesOf({ language }, 'language')) };
      } catch (error) {
        const { statusCode, message } = toApiError(error);
        if (statusCode !== 400) throw error;
        // A half-typed request is not an error.
        return { request: undefined, problem: { message } };
      }
    },
  );
};

/** @param languages only the first is used: the one whose tab is in view */
function preview(command: string, languages: readonly Language[]) {
  const result = readFormCommand(command);
  const [program] = programsOf(result.request, languages.slice(0, 1));
  const reasons = result.request === undefined ? [] : reasonsAgainstForm(command);
  return { ...result, program, reasons };
}
