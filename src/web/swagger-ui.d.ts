/** Types of the Swagger UI bundle, which has none. */
declare module '@fastify/swagger-ui/static/swagger-ui-bundle.js' {
  export default function SwaggerUI(options: object): unknown;
}
