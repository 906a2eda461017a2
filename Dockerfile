# The gateway in a container. Not run by the project's own tests.
FROM node:22-bookworm-slim AS build
WORKDIR /plimsoll
COPY . .
RUN npm ci --no-audit --no-fund && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
WORKDIR /plimsoll
COPY --from=build /plimsoll/package.json ./
COPY --from=build /plimsoll/node_modules ./node_modules
COPY --from=build /plimsoll/packages ./packages
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /data
EXPOSE 8787
# Beyond loopback it wants client keys: compactctl keys create NAME
# Young objects are collected half as often: each collection holds up every stream for a moment.
ENTRYPOINT ["node", "--min-semi-space-size=32", "--max-semi-space-size=32", "/plimsoll/packages/cli/bin/compactctl.js"]
CMD ["serve", "--host", "0.0.0.0"]
