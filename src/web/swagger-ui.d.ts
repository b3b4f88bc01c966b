/** The bundle of Swagger UI, which comes without types. */
declare module '@fastify/swagger-ui/static/swagger-ui-bundle.js' {
  export default function SwaggerUI(options: object): unknown;
}
