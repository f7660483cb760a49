// A live simulation behind the server.
#include "server/live_source.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "scenes/gallery.h"
#include "server/server_test.h"

namespace stiction {
namespace {

using nlohmann::json;

class LiveSourceTest : public testing::Test {
 protected:
  json status_where(WebSocket& client, const std::function<bool(const json&)>& wanted) {
    for (;;) {
      const std::string text = client.next_text("status").payload;
      if (text.empty()) return {};
      json status = json::parse(text);
      if (wanted(status)) return status;
    }
  }
  static json reply_to(WebSocket& client, const json& message) {
    client.send(message.dump());
    for (;;) {
      const std::string text = client.next_text("reply").payload;
      if (text.empty()) return {};
      json reply = json::parse(text);
      if (reply["id"] == message["id"]) return reply;
    }
  }
  // A free body of the scene.
  static int free_body(const json& description) {
    for (int i = 0; i < static_cast<int>(description["bodies"].size()); ++i) {
      if (!description["bodies"][i]["fixed"].get<bool>()) return i;
    }
    return -1;
  }

  Scene scene_ = build_gallery_scene("stack", {});
  LiveSession session_{scene_, {}};
  LiveSource source_{session_};
};

TEST_F(LiveSourceTest, PlaysAndTellsEveryoneAboutIt) {
  const StreamServer server(test_options(), source_);
  WebSocket one = welcomed_client(server.port());
  WebSocket two = welcomed_client(server.port());
  EXPECT_EQ(status_where(one, [](const json& s) { return s["clients"] == 2; })["playing"], false);
  EXPECT_EQ(reply_to(one, {{"type", "play"}, {"id", 1}})["ok"], true);
  status_where(two, [](const json& s) { return s["playing"] == true; });
  double time = 0;
  while (time < 0.05) {
    const std::string frame = two.next(Opcode::kBinary).payload;
    ASSERT_EQ(frame.substr(0, 4), "SPG1");
    std::memcpy(&time, frame.data() + 24, sizeof time);
  }
  EXPECT_EQ(reply_to(two, {{"type", "pause"}, {"id", 2}})["ok"], true);
  EXPECT_EQ(reply_to(one, {{"type", "levitate"}, {"id", 3}})["ok"], false);
}

TEST_F(LiveSourceTest, AFloodOfMessagesThatMakeNoSenseIsAnsweredOneByOne) {
  ServerOptions options = test_options();
  options.message_rate = 1e6;
  const StreamServer server(options, source_);
  WebSocket client = welcomed_client(server.port());
  std::thread sender([&] {
    for (int i = 0; i < 10000; ++i) client.send(R"({"type":"nonsense","id":)" + std::to_string(i) + "}");
  });
  int refused = 0;
  while (refused < 10000) {
    const std::string text = client.next_text("reply").payload;
    if (text.empty()) break;
    refused += json::parse(text)["ok"] == false ? 1 : 0;
  }
  sender.join();
  EXPECT_EQ(refused, 10000);
}

TEST_F(LiveSourceTest, WhatAClientHoldsIsLetGoWhenItIsGone) {
  const StreamServer server(test_options(), source_);
  WebSocket witness = welcomed_client(server.port());
  {
    WebSocket client(server.port());
    client.send(hello());
    const json description = json::parse(client.next_text("description").payload)["description"];
    const json grab = {{"type", "grab"}, {"body", free_body(description)}, {"point", {0, 0, 0}}, {"id", 1}};
    EXPECT_GT(reply_to(client, grab)["stiffness"].get<double>(), 0);
    status_where(witness, [](const json& s) { return !s["hands"].empty(); });
  }  // gone without a word
  const json status = status_where(witness, [](const json& s) { return s["hands"].empty(); });
  EXPECT_TRUE(status.contains("hands"));
}

TEST_F(LiveSourceTest, SavesAndLoads) {
  const StreamServer server(test_options(), source_);
  WebSocket client = welcomed_client(server.port());
  const json saved = reply_to(client, {{"type", "save"}, {"id", 1}});
  reply_to(client, {{"type", "step"}, {"count", 3}, {"id", 2}});
  EXPECT_EQ(reply_to(client, {{"type", "load"}, {"state", saved["state"]}, {"id", 3}})["ok"], true);
  status_where(client, [](const json& s) { return s["time"] == 0; });
}

TEST_F(LiveSourceTest, TheServerCanGoBeforeTheSession) {
  for (int i = 0; i < 3; ++i) {
    const StreamServer server(test_options(), source_);
    WebSocket client = welcomed_client(server.port());
    reply_to(client, {{"type", "play"}, {"id", 1}});
    client.send(R"({"type":"step","count":1000,"id":2})");
  }
}

}  // namespace
}  // namespace stiction
