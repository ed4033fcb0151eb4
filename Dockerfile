FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination /tmp

FROM node:24-slim
COPY --from=build /tmp/hookscope-*.tgz /tmp/
RUN npm install --global --omit=optional --no-audit --no-fund /tmp/hookscope-*.tgz \
  && rm /tmp/hookscope-*.tgz \
  && mkdir /data && chown node:node /data
USER node
# A container has no keyring: the key of the secrets is a file in the volume.
ENV HOOKSCOPE_DATA=/data HOOKSCOPE_KEYRING=off
VOLUME /data
EXPOSE 4680 4690
ENTRYPOINT ["hookscope"]
CMD ["serve", "--no-open", "--receiver-host", "0.0.0.0", "--receiver-port", "4690", "--ui-host", "0.0.0.0", "--ui-port", "4680", "--allow-ui-host", "127.0.0.1:4680", "--allow-ui-host", "localhost:4680"]
