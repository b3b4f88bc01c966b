# syntax=docker/dockerfile:1

# Debian rather than Alpine: name resolution in the proxy then behaves as where the tests run (glibc).
ARG NODE=node:24.11.1-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.web.json ./
COPY scripts ./scripts
COPY drizzle ./drizzle
COPY openapi/examples.json ./openapi/
COPY src ./src
# What the metric build_info says; the image has no repository: --build-arg COMMIT="$(git rev-parse --short=12 HEAD)"
ARG COMMIT=unknown
# What is left is what runs: no package that runs in production has an install script.
RUN COMMIT=${COMMIT} npm run build && npm prune --omit=dev --ignore-scripts

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# Written by root and read by everybody: the server cannot change its own code.
COPY package.json LICENSE ./
COPY drizzle ./drizzle
# For `npm run -s admin` and `npm run db:migrate` in the container.
COPY scripts ./scripts
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# "The process answers", not "the database is there": restarting this container does not mend a database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: it receives SIGTERM and ends requests under way. The semi-space is that of `npm start`.
CMD ["node", "--max-semi-space-size=64", "dist/server.js"]
